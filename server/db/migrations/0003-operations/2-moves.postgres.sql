-- An item that moves takes along what lies under it, row by row: until it is done, the one names parents that
-- the other no longer has. A transaction that moves something has these checked at its end.
alter table topics alter constraint topics_subject deferrable initially immediate;
alter table past_papers alter constraint past_papers_exam_set deferrable initially immediate;
