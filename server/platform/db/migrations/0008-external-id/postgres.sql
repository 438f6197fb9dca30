-- The id of a row in another system, unique in its kind.

alter table courses add column external_id text collate "C";
alter table subjects add column external_id text collate "C";
alter table topics add column external_id text collate "C";
alter table exam_sets add column external_id text collate "C";
alter table past_papers add column external_id text collate "C";

create unique index courses_external_id on courses (external_id);
create unique index subjects_external_id on subjects (external_id);
create unique index topics_external_id on topics (external_id);
create unique index exam_sets_external_id on exam_sets (external_id);
create unique index past_papers_external_id on past_papers (external_id);
