import { VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { AuditRow, AuditValue } from '#shared/contract/audit.ts';
import classes from './audit.module.css';
import { fieldLabel, valueWords } from './field-words.ts';

const LONG = 160;

const Words = ({ text }: { text: string | undefined }) => {
	if (text === undefined) return <span className={classes.none}>Nothing</span>;
	if (text.length <= LONG) return text;
	return (
		<details className={classes.long}>
			<summary>{text.slice(0, text.lastIndexOf(' ', LONG / 2) + 1 || LONG / 2).trimEnd()}…</summary>
			{text}
		</details>
	);
};

interface DifferencesProps {
	kind: string;
	before: AuditRow['before'];
	after: AuditRow['after'];
}

/** Field by field what was and what is, in the words of the forms. */
export const Differences = ({ kind, before, after }: DifferencesProps) => {
	const fields = Object.keys(after ?? before ?? {});
	const words = (values: Record<string, AuditValue> | null, field: string) =>
		valueWords(kind, field, values?.[field] ?? null);
	return (
		<dl className={classes.differences}>
			{fields.map((field) => (
				<div key={field}>
					<dt>{fieldLabel(kind, field)}</dt>
					<dd>
						{before && (
							<span className={after ? classes.was : undefined}>
								<VisuallyHidden>Was </VisuallyHidden>
								<Words text={words(before, field)} />
							</span>
						)}
						{after && (
							<span className={before ? classes.is : undefined}>
								{before && (
									<>
										<IconArrowNarrowRight
											size={18}
											stroke={1.5}
											aria-hidden
											className={classes.arrow}
										/>
										<VisuallyHidden>Now </VisuallyHidden>
									</>
								)}
								<Words text={words(after, field)} />
							</span>
						)}
					</dd>
				</div>
			))}
		</dl>
	);
};
