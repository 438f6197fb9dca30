import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconEye, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OWN_FILE } from '#shared/contract/fields.ts';
import { describedFileQuery } from '../../api/file-info.ts';
import { fileSize } from '../files/file-words.ts';
import classes from './form-with-file.module.css';
import { PreviewBody } from './lazy-preview-body.tsx';

/** Minimum width for a form and a readable page. */
const ROOM = '(min-width: 80em)';

/**
 * Renders one of our PDFs in a panel, on request, because it may be large and data is metered. The choice is kept on
 * this device.
 */
const Panel = ({ url }: { url: string }) => {
	const [shown, show] = useLocalStorage({
		key: 'ufundi-file-beside',
		defaultValue: false,
		getInitialValueInEffect: false,
	});
	const [attempt, setAttempt] = useState(0);
	const { data: info } = useQuery(describedFileQuery(url));
	const name = info?.name ?? 'PDF file';
	return (
		<aside className={classes.panel} data-shown={shown || undefined} aria-label={name}>
			<div className={classes.head}>
				<span className={classes.name} title={name}>
					{name}
				</span>
				<span className={classes.size}>{info?.size !== undefined && fileSize(info.size)}</span>
				{shown && (
					<ActionIcon title="Hide" aria-label="Hide the file" onClick={() => show(false)}>
						<IconX size={20} aria-hidden />
					</ActionIcon>
				)}
			</div>
			{shown ? (
				<PreviewBody
					key={`${url} ${attempt}`}
					url={url}
					name={name}
					isNextToForm
					onRetry={() => setAttempt((count) => count + 1)}
					instead={null}
				/>
			) : (
				<div className={classes.offer}>
					<Button
						variant="light"
						leftSection={<IconEye size={18} aria-hidden />}
						onClick={() => show(true)}
					>
						Show next to the form
					</Button>
				</div>
			)}
		</aside>
	);
};

/** Renders a form with its PDF next to it, on screens with room for both. */
export const FormWithFile = ({ url, children }: { url: unknown; children: ReactNode }) => {
	const room = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false });
	const pdf = typeof url === 'string' && OWN_FILE.exec(url)?.[2] === 'pdf' ? url : undefined;
	return (
		<div className={classes.both} data-beside={(room && pdf) || undefined}>
			{children}
			{room && pdf && <Panel key={pdf} url={pdf} />}
		</div>
	);
};
