/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of benchmarks: a new one is named here, and nowhere else. */
#include "config.h"

#include "bench/bench.h"

#include <string.h>

extern const struct bench call_bench, syscall_getpid_bench, syscall_read0_bench,
	syscall_read1_bench, syscall_lstat_bench, clock_vdso_bench, clock_syscall_bench,
	switch_process_bench, switch_thread_bench, switch_futex_bench, switch_ring_2x0_bench,
	switch_ring_2x16_bench, switch_ring_2x64_bench, switch_ring_8x0_bench,
	switch_ring_8x16_bench, switch_ring_8x64_bench, switch_ring_16x0_bench,
	switch_ring_16x16_bench, switch_ring_16x64_bench, wake_sibling_bench, wake_llc_bench,
	wake_remote_bench, yield_bench, coroutine_bench, softirq_net_rx_bench, fault_minor_bench,
	fork_bench, exec_bench, connect_bench, mem_l1_bench, mem_l2_bench, mem_l3_bench,
	mem_dram_bench, tlb_4k_bench, tlb_huge_bench;

const struct bench *const benches[] = {
	&call_bench,
	&syscall_getpid_bench,
	&syscall_read0_bench,
	&syscall_read1_bench,
	&syscall_lstat_bench,
	&clock_vdso_bench,
	&clock_syscall_bench,
	&switch_process_bench,
	&switch_thread_bench,
	&switch_futex_bench,
	&switch_ring_2x0_bench,
	&switch_ring_2x16_bench,
	&switch_ring_2x64_bench,
	&switch_ring_8x0_bench,
	&switch_ring_8x16_bench,
	&switch_ring_8x64_bench,
	&switch_ring_16x0_bench,
	&switch_ring_16x16_bench,
	&switch_ring_16x64_bench,
	&wake_sibling_bench,
	&wake_llc_bench,
	&wake_remote_bench,
	&yield_bench,
	&coroutine_bench,
	&softirq_net_rx_bench,
	&fault_minor_bench,
	&fork_bench,
	&exec_bench,
	&connect_bench,
	&mem_l1_bench,
	&mem_l2_bench,
	&mem_l3_bench,
	&mem_dram_bench,
	&tlb_4k_bench,
	&tlb_huge_bench,
};
const size_t n_benches = sizeof(benches) / sizeof(*benches);

const struct bench *bench_by_key(const char *key, size_t len)
{
	for (size_t i = 0; i < n_benches; i++)
		if (strlen(benches[i]->key) == len && memcmp(benches[i]->key, key, len) == 0)
			return benches[i];
	return NULL;
}
