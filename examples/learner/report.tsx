import { type SyntheticEvent, useRef, useState } from 'react';
import { problemWords } from '#shared/contract/content/problems.ts';
import type { LearnerItem } from '#shared/contract/learners/learners.ts';
import { createKey, report } from './api.ts';

interface ReportProps {
	item: LearnerItem;
	token: string | undefined;
	say: (words: string) => void;
}

/** Renders a button that opens a form, which reports a problem with an item. */
export const Report = ({ item, token, say }: ReportProps) => {
	const [isOpen, setOpen] = useState(false);
	// The same report again, after a lost answer, is stored once.
	const key = useRef('');
	const send = async (event: SyntheticEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { kind, text } = Object.fromEntries(new FormData(event.currentTarget));
		try {
			await report(token, key.current, { item_id: item.id, kind, text });
			setOpen(false);
			say('Thank you. The problem is reported.');
		} catch (error) {
			say((error as Error).message);
		}
	};
	const toggle = () => {
		key.current = createKey();
		setOpen(!isOpen);
	};
	return (
		<>
			<button
				type="button"
				className="link"
				aria-expanded={isOpen}
				aria-label={`Report a problem with ${item.name}`}
				onClick={toggle}
			>
				Report a problem
			</button>
			{isOpen && (
				<form onSubmit={send} onChange={() => (key.current = createKey())}>
					<label>
						Problem
						<select name="kind">
							{Object.entries(problemWords).map(([value, words]) => (
								<option key={value} value={value}>
									{words}
								</option>
							))}
						</select>
					</label>
					<label>
						What is wrong? (optional)
						<input name="text" maxLength={500} autoComplete="off" />
					</label>
					<button type="submit">Send report</button>
				</form>
			)}
		</>
	);
};
