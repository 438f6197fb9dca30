import { useEffect, useState } from 'react';
import type { LearnerCourse, LearnerItem } from '#shared/contract/learners/learners.ts';
import { Refusal, readCourse, readLink } from './api.ts';
import { keepCourse, listItems, listKept, openFile, readOrRecall, tidy } from './kept.ts';
import { Report } from './report.tsx';
import { describeFile, formatSize } from './words.ts';

interface CoursePageProps {
	id: string;
	token: string | undefined;
	/** Whether the account opens premium items. */
	isOpen: boolean;
}

type Say = (words: string) => void;

/** Opens an item in a new window, or as a download where windows are not allowed. */
const openItem = async (item: LearnerItem, token: string | undefined, say: Say) => {
	// Opened before the first await: browsers block windows that open later.
	const target = window.open('', '_blank');
	try {
		if (item.file?.kind === 'link') {
			const { data } = await readLink(item.id, token);
			if (target) target.location.href = data.url;
			else location.href = data.url;
			return;
		}
		const size = item.file?.size ?? 0;
		const content = await openFile(item, token, {
			onProgress: (received) => say(`${item.name}: ${Math.floor((100 * received) / size)} %`),
		});
		const url = URL.createObjectURL(content);
		say(`${item.name}: ${formatSize(content.size)}, complete.`);
		if (target) target.location.href = url;
		else Object.assign(document.createElement('a'), { href: url, download: item.name }).click();
	} catch (error) {
		target?.close();
		say((error as Error).message);
	}
};

const Item = ({ item, token, isOpen, say }: CoursePageProps & { item: LearnerItem; say: Say }) => {
	const isLocked = !item.free && !isOpen;
	return (
		<li className="item">
			<div>
				{item.name}
				<small>
					{describeFile(item)}
					{item.free && ' · Free'}
				</small>
				{item.file && <Report item={item} token={token} say={say} />}
			</div>
			{item.file &&
				(isLocked ? (
					<a className="locked" href="#account" aria-label={`Unlock ${item.name}`}>
						Unlock
					</a>
				) : (
					<button
						type="button"
						aria-label={`Open ${item.name}`}
						onClick={() => openItem(item, token, say)}
					>
						Open
					</button>
				))}
		</li>
	);
};

const KeepButton = ({
	course,
	token,
	isOpen,
	say,
}: Omit<CoursePageProps, 'id'> & { course: LearnerCourse; say: Say }) => {
	const [isKept, setKept] = useState(() => listKept().includes(course.id));
	const [isBusy, setBusy] = useState(false);
	const keep = async () => {
		setBusy(true);
		try {
			await keepCourse(course, { token, open: isOpen }, (done, total) =>
				say(
					done === total
						? `Kept ${total} files on this phone.`
						: `Keeping file ${done + 1} of ${total}…`,
				),
			);
			setKept(true);
		} catch (error) {
			say((error as Error).message);
		}
		setBusy(false);
	};
	const remove = async () => {
		await tidy(course.id);
		setKept(false);
		say('Removed the files from this phone.');
	};
	return (
		<p className="actions">
			<button type="button" disabled={isBusy} onClick={keep}>
				{isKept ? 'Update the files on this phone' : 'Keep this course on this phone'}
			</button>
			{isKept && (
				<button type="button" className="plain" onClick={remove}>
					Remove files
				</button>
			)}
		</p>
	);
};

/** Renders a course: its subjects with topics, and its exam sets with papers. */
export const CoursePage = (props: CoursePageProps) => {
	const { id } = props;
	const [course, setCourse] = useState<LearnerCourse>();
	const [words, say] = useState('');
	useEffect(() => {
		readOrRecall(`courses/${id}`, () => readCourse(id)).then(
			async (read) => {
				setCourse(read);
				await tidy();
			},
			async (error: Error) => {
				say(error.message);
				// The course was removed, and so are its files.
				if (error instanceof Refusal && error.code === 'not_found') await tidy(id);
			},
		);
	}, [id]);
	if (!course)
		return (
			<main>
				<p role="status">{words || 'Loading…'}</p>
			</main>
		);
	const groups = [
		...course.subjects.map(({ id, name, topics }) => ({ id, name, items: topics })),
		...course.examsets.map(({ id, name, pastpapers }) => ({ id, name, items: pastpapers })),
	].filter(({ items }) => items.length > 0);
	const hasLocked = !props.isOpen && listItems(course).some(({ free }) => !free);
	return (
		<main>
			<h1>{course.name}</h1>
			{hasLocked && (
				<p>
					Some papers are locked. <a href="#account">Pay to open all</a>
				</p>
			)}
			<KeepButton {...props} course={course} say={say} />
			{groups.map(({ id, name, items }) => (
				<section key={id}>
					<h2>{name}</h2>
					<ul className="items">
						{items.map((item) => (
							<Item key={item.id} {...props} item={item} say={say} />
						))}
					</ul>
				</section>
			))}
			<p role="status" className="status">
				{words}
			</p>
		</main>
	);
};
