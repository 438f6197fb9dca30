import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { inWords, UNEXPECTED } from '../api/words.ts';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';

/** What a screen shows instead of itself when it broke. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
	const router = useRouter();
	const home = <LinkButton to="/admin">Return to Dashboard</LinkButton>;
	const again = () => {
		reset();
		void router.invalidate();
	};
	return (
		<Page title="Oops! Something went wrong">
			<Empty
				icon={IconMoodSad}
				title={inWords(error, (error instanceof Error && error.message) || UNEXPECTED).message}
				text="Nothing that was saved is lost."
				action={
					<>
						{home}
						<Button variant="default" onClick={again}>
							Try again
						</Button>
					</>
				}
			/>
		</Page>
	);
};
