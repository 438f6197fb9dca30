import { IconMapQuestion } from '@tabler/icons-react';
import { Empty } from '../ui/empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';

/** An address that leads nowhere. */
export const NotFound = () => (
	<Page title="Page not found">
		<Empty
			icon={IconMapQuestion}
			title="There is nothing at this address"
			text="It may have been deleted, or the link may be incomplete."
			action={<LinkButton to="/admin">Return to Dashboard</LinkButton>}
		/>
	</Page>
);
