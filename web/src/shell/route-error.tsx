import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconMoodSad, IconPlugConnectedX } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage, UNEXPECTED } from '../api/error-message.ts';
import { Empty } from '../ui/loading/empty.tsx';
import { LinkButton } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';

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
				title={errorMessage(error, (error instanceof Error && error.message) || UNEXPECTED).message}
				text="Your saved work is safe."
				action={
					<>
						<LinkButton to="/admin">Return to Dashboard</LinkButton>
						<Button variant="default" onClick={retry}>
							Try again
						</Button>
					</>
				}
			/>
		</Page>
	);
};
