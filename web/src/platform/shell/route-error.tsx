import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconMapQuestion, IconMoodSad, IconPlugConnectedX } from '@tabler/icons-react';
import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError, UNEXPECTED } from '../api/error-message.ts';
import type { MissingId } from '../ui/address/missing-id.ts';
import { Empty } from '../ui/loading/empty.tsx';
import { lazyPart } from '../ui/loading/on-demand.tsx';
import { Page } from '../ui/page/page.tsx';
import { StartLink } from '../ui/page/require-permission.tsx';
import { Entrance } from './entrance.tsx';

let isFileMissing = false;

// Prevents the router from reloading the page, which would end the console without a connection.
window.addEventListener('vite:preloadError', (event) => {
	event.preventDefault();
	isFileMissing = true;
});

/** Replaces a screen whose code could not be loaded: the connection is lost, or an update replaced its file. */
const MissingScreen = () => {
	const { online } = useNetwork();
	return (
		<Page title="This screen could not be loaded">
			<Empty
				icon={IconPlugConnectedX}
				title={online ? 'The console was updated, or the connection was lost' : 'You are offline'}
				text="Reload the page when you are online. Your saved work is safe."
				action={
					<Button onClick={() => location.reload()} disabled={!online}>
						Reload the page
					</Button>
				}
			/>
		</Page>
	);
};

/** Replaces a screen that failed. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
	const router = useRouter();
	const [missing] = useState(isFileMissing);
	if (missing) return <MissingScreen />;
	const retry = () => {
		reset();
		void router.invalidate();
	};
	return (
		<Page title="Oops! Something went wrong">
			<Empty
				icon={IconMoodSad}
				title={
					describeError(error, (error instanceof Error && error.message) || UNEXPECTED).message
				}
				text="Your saved work is safe."
				action={
					<>
						<StartLink />
						<Button variant="default" onClick={retry}>
							Try again
						</Button>
					</>
				}
			/>
		</Page>
	);
};

const TITLE = 'Page not found';

/** The page of all components; only the development server has it. */
const Parts = import.meta.env.DEV
	? lazyPart(async () => await import('./parts-page.tsx'), 'PartsPage', null)[0]
	: undefined;

/** Renders the screen for an unknown address, or one with a missing id. */
export const NotFound = ({ data }: { data?: unknown }) => {
	const path = useLocation({ select: ({ pathname }) => pathname });
	const inside = /^\/admin(\/|$)/.test(path);
	const content = (
		<Empty
			icon={IconMapQuestion}
			title={(data as MissingId | undefined)?.missing ?? 'Nothing exists at this address'}
			text="It may have been deleted, or the link is incomplete."
			action={<StartLink />}
		/>
	);
	if (Parts && path === '/admin/parts') return <Parts />;
	return inside ? (
		<Page title={TITLE}>{content}</Page>
	) : (
		<Entrance title={TITLE}>{content}</Entrance>
	);
};
