import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { seriesWords } from '#shared/contract/content/exam-sets.ts';
import type { Inside } from '#shared/contract/content/insides.ts';
import { formatCount } from '#shared/grouped.ts';
import { buildDescribedFileQuery, isReadable } from '../../api/file-info.ts';

/** Summarizes a file's content in a line. */
const summarizeInside = ({ text, read, problem, ...details }: Inside): string => {
	if (problem) return `Could not read this file: ${problem}`;
	const { pages, stated_pages: stated, stated_questions: questions, codes, series, year } = details;
	const sat = [series && series !== 'other' && seriesWords[series], year].filter(Boolean).join(' ');
	return [
		pages !== null && formatCount(pages, 'page'),
		{
			text: 'text',
			scan: read === 'ocr' ? 'scanned, searchable' : 'scanned, not searchable',
			none: 'no text',
		}[text],
		stated !== null && `says ${formatCount(stated, 'printed page')}`,
		questions !== null && formatCount(questions, 'question'),
		codes.join(', '),
		sat,
	]
		.filter(Boolean)
		.join(' · ');
};

/** Renders a summary of a stored file's content and reserves its space while loading. */
export const FileInside = ({ url }: { url: string }) => {
	const readable = isReadable(url);
	const { data } = useQuery({ ...buildDescribedFileQuery(url), enabled: readable });
	if (!readable) return null;
	return (
		<Text size="sm" c="dimmed" mih="1.4em" w="100%">
			{data && (data.inside ? summarizeInside(data.inside) : 'Reading the file…')}
		</Text>
	);
};
