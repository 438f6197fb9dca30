-- The moment from which learners see a published item; null means at once.

alter table subjects add column visible_from timestamptz;
alter table topics add column visible_from timestamptz;
alter table exam_sets add column visible_from timestamptz;
alter table past_papers add column visible_from timestamptz;

create index subjects_visible_from on subjects (visible_from) where visible_from is not null;
create index topics_visible_from on topics (visible_from) where visible_from is not null;
create index exam_sets_visible_from on exam_sets (visible_from) where visible_from is not null;
create index past_papers_visible_from on past_papers (visible_from) where visible_from is not null;
