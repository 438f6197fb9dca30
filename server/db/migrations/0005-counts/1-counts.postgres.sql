-- How much a course holds and how much of it is published, counted for all courses at once in these alone: the
-- indexes of a place hold names, and are ten times as large.
create index subjects_of_course on subjects (course_id, published);
create index topics_of_course on topics (course_id, published);
create index exam_sets_of_course on exam_sets (course_id, published);
create index past_papers_of_course on past_papers (course_id, published);
