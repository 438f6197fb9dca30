-- Documents of Office 97 to 2003 are read as well, what came last first.

insert into insides (sha256, ext, state, asked_at)
	select sha256, min(ext), 'waiting', max(uploaded_at) from files where ext in ('doc', 'ppt') group by sha256
	on conflict (sha256) do nothing;
