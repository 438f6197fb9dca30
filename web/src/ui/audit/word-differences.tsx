import { diffWordsWithSpace } from 'diff';
import classes from './versions.module.css';

/** Beyond so many changes two texts have nothing to do with each other; finding that out takes long. */
const MOST = 400;

/** Two texts, each with the words marked that the other lacks. */
export const wordDifferences = (before: string, after: string) => {
	const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST }) ?? [
		{ value: before, added: false, removed: true },
		{ value: after, added: true, removed: false },
	];
	const keyed = parts.map((part, index) => ({ ...part, key: index }));
	return {
		before: keyed
			.filter(({ added }) => !added)
			.map(({ key, value, removed }) =>
				removed ? (
					<del key={key} className={classes.gone}>
						{value}
					</del>
				) : (
					value
				),
			),
		after: keyed
			.filter(({ removed }) => !removed)
			.map(({ key, value, added }) =>
				added ? (
					<ins key={key} className={classes.come}>
						{value}
					</ins>
				) : (
					value
				),
			),
	};
};
