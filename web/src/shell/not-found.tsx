import { IconMapQuestion } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { MissingId } from '../ui/address/missing-id.ts';
import { Empty } from '../ui/loading/empty.tsx';
import { LinkButton } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';
import { Entrance } from './entrance.tsx';

const TITLE = 'Page not found';

/** Renders the screen for an unknown address, or one with a missing id. */
export const NotFound = ({ data }: { data?: unknown }) => {
	const inside = useLocation({ select: ({ pathname }) => /^\/admin(\/|$)/.test(pathname) });
	const content = (
		<Empty
			icon={IconMapQuestion}
			title={(data as MissingId | undefined)?.missing ?? 'Nothing exists at this address'}
			text="It may have been deleted, or the link is incomplete."
			action={<LinkButton to="/admin">Return to Dashboard</LinkButton>}
		/>
	);
	return inside ? (
		<Page title={TITLE}>{content}</Page>
	) : (
		<Entrance title={TITLE}>{content}</Entrance>
	);
};
