import { Alert } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { formatCount } from '#shared/grouped.ts';

const MINUTE_MS = 60_000;

/** Formats a difference of clocks: '6 minutes', '5 hours', '3 days'. */
const formatDifference = (ms: number) => {
	const minutes = Math.round(ms / MINUTE_MS);
	if (minutes < 120) return formatCount(minutes, 'minute');
	const hours = Math.round(minutes / 60);
	return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 24), 'day');
};

/** Warns that the clock of the device is wrong. */
export const ClockNotice = ({ aheadMs }: { aheadMs: number }) => {
	return (
		<Alert
			color="yellow"
			role="status"
			mb="md"
			data-screen-only
			icon={<IconClockExclamation aria-hidden />}
			title={`This device’s clock is ${formatDifference(Math.abs(aheadMs))} ${aheadMs > 0 ? 'slow' : 'fast'}`}
		>
			This page uses the server’s clock. Correct the date and time of the device.
		</Alert>
	);
};
