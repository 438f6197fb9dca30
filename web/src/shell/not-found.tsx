import { IconMapQuestion } from '@tabler/icons-react';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import type { MissingId } from '../ui/missing-id.ts';
import { Page } from '../ui/page.tsx';

/** An address that leads nowhere, or lacks an id. */
export const NotFound = ({ data }: { data?: unknown }) => (
	<Page title="Page not found">
		<Empty
			icon={IconMapQuestion}
			title={(data as MissingId | undefined)?.missing ?? 'There is nothing at this address'}
			text="It may have been deleted, or the link may be incomplete."
			action={<LinkButton to="/admin">Return to Dashboard</LinkButton>}
		/>
	</Page>
);
