/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "story.h"

#include "base/counter.h"
#include "base/xalloc.h"

static struct cgroup *put(struct sample *sample, size_t n, const char *path, uint64_t inode,
			  uint64_t read_ns)
{
	struct cgroups *cgroups = &sample->cgroups;
	struct cgroup *cgroup;

	sample->has |= NEED_CGROUPS;
	cgroups->items = xgrow(cgroups->items, &cgroups->capacity, n + 1, sizeof(*cgroup));
	cgroup = &cgroups->items[n];
	*cgroup = (struct cgroup){
		.path = path, .inode = inode, .read_ns = read_ns, .limit = {0.5, 100000}};
	cgroups->n = n + 1;
	return cgroup;
}

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	*state = &story;
	return 0;
}

static void rates_are_of_what_one_cgroup_did(void **state)
{
	struct story *story = *state;
	const struct cgroup_interval *row;

	put(&story->samples[0], 0, "/a", 7, SECOND)->stat =
		(struct cgroup_stat){1000000000, 10, 4, 100000000};
	put(&story->samples[1], 0, "/a", 7, 3 * SECOND)->stat =
		(struct cgroup_stat){2000000000, 30, 9, 400000000};
	story_between(story);
	assert_int_equal(story->interval.n_cgroups, 1);
	row = &story->interval.cgroups[0];
	assert_string_equal(row->path, "/a");
	assert_near(row->quota_cpus, 0.5);
	assert_near(row->period_us, 100000);
	assert_near(row->cpu_pct, 50);
	assert_near(row->periods_per_s, 10);
	assert_near(row->throttled_pct, 25);
	assert_near(row->throttled_ms_per_s, 150);
}

static void another_that_has_its_path_is_new(void **state)
{
	struct story *story = *state;

	put(&story->samples[0], 0, "/a", 7, SECOND)->stat = (struct cgroup_stat){1, 1, 1, 1};
	put(&story->samples[1], 0, "/a", 8, 2 * SECOND)->stat = (struct cgroup_stat){9, 9, 9, 9};
	put(&story->samples[1], 1, "/b", 9, 2 * SECOND)->stat = (struct cgroup_stat){9, 9, 9, 9};
	story_between(story);
	assert_int_equal(story->interval.n_cgroups, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(isnan(story->interval.cgroups[i].cpu_pct));
		assert_true(isnan(story->interval.cgroups[i].throttled_pct));
	}
}

static void of_no_periods_there_is_no_share(void **state)
{
	struct story *story = *state;
	const struct cgroup_stat stat = {5, 10, 4, 100};

	put(&story->samples[0], 0, "/a", 7, SECOND)->stat = stat;
	put(&story->samples[1], 0, "/a", 7, 2 * SECOND)->stat = stat;
	story_between(story);
	assert_true(isnan(story->interval.cgroups[0].throttled_pct));
	assert_near(story->interval.cgroups[0].throttled_ms_per_s, 0);
	assert_near(story->interval.cgroups[0].cpu_pct, 0);
}

static void what_is_unknown_stays_so(void **state)
{
	struct story *story = *state;
	const struct cgroup_stat stat = {COUNTER_UNKNOWN, 10, COUNTER_UNKNOWN, 5};

	put(&story->samples[0], 0, "/a", 7, SECOND)->stat = (struct cgroup_stat){1, 1, 1, 9};
	put(&story->samples[1], 0, "/a", 7, 2 * SECOND)->stat = stat;
	story_between(story);
	assert_true(isnan(story->interval.cgroups[0].cpu_pct));
	assert_true(isnan(story->interval.cgroups[0].throttled_pct));
	assert_true(isnan(story->interval.cgroups[0].throttled_ms_per_s));
	assert_near(story->interval.cgroups[0].periods_per_s, 9);
}

static void since_it_was_made_only_the_share_is_known(void **state)
{
	struct story *story = *state;

	put(&story->samples[1], 0, "/a", 7, SECOND)->stat = (struct cgroup_stat){1, 40, 10, 9};
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_near(story->interval.cgroups[0].throttled_pct, 25);
	assert_true(isnan(story->interval.cgroups[0].cpu_pct));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rates_are_of_what_one_cgroup_did),
		TEST(another_that_has_its_path_is_new),
		TEST(of_no_periods_there_is_no_share),
		TEST(what_is_unknown_stays_so),
		TEST(since_it_was_made_only_the_share_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
