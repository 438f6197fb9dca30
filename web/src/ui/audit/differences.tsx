import { VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AuditRow, AuditValue } from '#shared/contract/audit.ts';
import { OWN_FILE } from '#shared/contract/fields.ts';
import { fileQuery } from '../../api/file-info.ts';
import { FileLink } from '../files/file-link.tsx';
import classes from './audit.module.css';
import { fieldLabel, linkWords, valueWords } from './field-words.ts';

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

/** A link as it is anywhere else, to open; of a file that is gone since, what is known of it. */
export const LinkedFile = ({ url }: { url: string }) => {
	const { data: file } = useQuery({ ...fileQuery(url), enabled: OWN_FILE.test(url) });
	return file === null ? `${linkWords(url)}, no longer kept` : <FileLink url={url} />;
};

interface DifferencesProps {
	kind: string;
	before: AuditRow['before'];
	after: AuditRow['after'];
}

/** Field by field what was and what is, in the words of the forms. */
export const Differences = ({ kind, before, after }: DifferencesProps) => {
	const fields = Object.keys(after ?? before ?? {});
	const shown = (values: Record<string, AuditValue>, field: string) => {
		const value = values[field] ?? null;
		return field === 'url' && typeof value === 'string' && value !== '' ? (
			<LinkedFile url={value} />
		) : (
			<Words text={valueWords(kind, field, value)} />
		);
	};
	return (
		<dl className={classes.differences}>
			{fields.map((field) => (
				<div key={field}>
					<dt>{fieldLabel(kind, field)}</dt>
					<dd>
						{before && (
							<span className={after ? classes.was : undefined}>
								<VisuallyHidden>Was </VisuallyHidden>
								{shown(before, field)}
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
								{shown(after, field)}
							</span>
						)}
					</dd>
				</div>
			))}
		</dl>
	);
};
