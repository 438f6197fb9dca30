-- Documents of Office 97 to 2003 are read as well, what came last first.

insert into insides (sha256, ext, state, asked_at)
	select sha256, min(ext), 'waiting', max(uploaded_at) from files where ext in ('doc', 'ppt') group by sha256
	on conflict (sha256) do nothing;

-- Pages with all words, of these the ones where they stand as asked. The index knows of pages and not of places on
-- them: for those each page has to be looked into, at most 2,000. And with so few rows asked for, the planner would
-- rather look into one page after the other until it has them: all there are, where a word is rare.
create function inside_pages_with(everywhere text, asked text, most integer)
	returns table (id bigint, sha256 text, page integer)
	language sql stable set enable_seqscan = off
	as $$
		select id, sha256, page
		from (
			select id, sha256, page, words from inside_pages
			where words @@ to_tsquery('simple', everywhere) limit 2000
		) as candidates
		where words @@ to_tsquery('simple', asked) limit most
	$$;
