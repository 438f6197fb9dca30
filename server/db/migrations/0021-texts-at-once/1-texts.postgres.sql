-- Pages with all words, first those where they stand as asked: the index is asked once for both. It knows of pages
-- and not of places on them: for those each page has to be looked into, at most 1,000. And with so few rows asked
-- for, the planner would rather look into one page after the other until it has them: all there are, where a word
-- is rare.
drop function inside_pages_with (text, text, integer);

create function inside_pages_with(everywhere text, asked text, most integer)
	returns table (id bigint, sha256 text, page integer, beside boolean)
	language sql stable set enable_seqscan = off
	as $$
		with candidates as materialized (
			select id, sha256, page, words from inside_pages
			where words @@ to_tsquery('simple', everywhere) limit 1000
		), found as materialized (
			select id, sha256, page from candidates where words @@ to_tsquery('simple', asked) limit most
		)
		select id, sha256, page, true from found
		union all
		(select id, sha256, page, false from candidates
			where id not in (select id from found) limit most - (select count(*) from found))
	$$;
