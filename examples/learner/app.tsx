import { useEffect, useState } from 'react';
import type { Catalogue } from '#shared/contract/learners/learners.ts';
import { type Account, useAccount } from './account.ts';
import { AccountPage } from './account-page.tsx';
import { readCatalogue } from './api.ts';
import { CoursePage } from './course-page.tsx';
import { canKeep, isOpenOffline, listKept, readOrRecall } from './kept.ts';
import { formatDay } from './words.ts';

/** Returns the part of the address after `#`, and follows it. */
const useHash = () => {
	const [hash, setHash] = useState(location.hash);
	useEffect(() => {
		const follow = () => {
			setHash(location.hash);
			scrollTo(0, 0);
		};
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return hash.slice(1) || 'courses';
};

const CourseList = ({ catalogue }: { catalogue: Catalogue }) => {
	const kept = listKept();
	return (
		<main>
			<h1>Courses</h1>
			{catalogue.courses.length === 0 && <p>No courses yet.</p>}
			<ul className="cards">
				{catalogue.courses.map(({ id, name, description, duration }) => (
					<li key={id}>
						<a className="card" href={`#${id}`}>
							<strong>{name}</strong>
							<small>
								{[duration && `${duration} months`, kept.includes(id) && 'Kept on this phone']
									.filter(Boolean)
									.join(' · ')}
							</small>
							{description && <p>{description}</p>}
						</a>
					</li>
				))}
			</ul>
		</main>
	);
};

const AccountLink = ({ login, known }: Account) => {
	if (!login) return <a href="#account">Account</a>;
	const { open = false, until } = known?.access ?? {};
	return (
		<a href="#account" className={open ? 'open' : 'closed'}>
			{open && until ? `Open until ${formatDay(until)}` : 'Not paid'}
		</a>
	);
};

/** Renders the whole page: a list of courses, one course, or the account. */
export const App = () => {
	const place = useHash();
	const account = useAccount();
	const [catalogue, setCatalogue] = useState<Catalogue>();
	const [problem, setProblem] = useState('');
	const [keepsNothing, setKeepsNothing] = useState(false);
	useEffect(() => void canKeep().then((keeps) => setKeepsNothing(!keeps)), []);
	useEffect(() => {
		readOrRecall('catalogue', readCatalogue).then(setCatalogue, (error: Error) =>
			setProblem(error.message),
		);
	}, []);
	const isOpen = account.login !== undefined && isOpenOffline(account.known);
	const page = () => {
		if (place !== 'courses' && place !== 'account')
			return <CoursePage key={place} id={place} token={account.login?.token} isOpen={isOpen} />;
		if (catalogue)
			return place === 'courses' ? (
				<CourseList catalogue={catalogue} />
			) : (
				<AccountPage {...account} catalogue={catalogue} />
			);
		return (
			<main>
				<p role="status">{problem || 'Loading…'}</p>
			</main>
		);
	};
	return (
		<>
			<header>
				<a href="#courses" className="brand">
					Papers
				</a>
				<AccountLink {...account} />
			</header>
			{keepsNothing && (
				<p className="notice" role="status">
					This browser keeps nothing. Write down your account number before you close the page.
				</p>
			)}
			{page()}
		</>
	);
};
