import { Text } from '@mantine/core';
import { formatMonthWords } from '#shared/east-africa-time.ts';

/** Warns that a decision changes a closed month; renders nothing without one. */
export const ClosedMonth = ({ months }: { months: readonly string[] }) =>
	months.length > 0 && (
		<Text size="sm" fw={600} role="status">
			{months.map(formatMonthWords).join(' and ')} {months.length === 1 ? 'is' : 'are'} closed. This
			will show as a change after closing.
		</Text>
	);
