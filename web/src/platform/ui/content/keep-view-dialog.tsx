import { viewCreate } from '#shared/contract/platform/views.ts';
import { useMay } from '../../api/account.ts';
import { useViewCalls } from '../../api/views.ts';
import { SwitchField } from '../fields/choice-fields.tsx';
import { TextField } from '../fields/text-fields.tsx';
import { FormDialog } from '../form/form.tsx';
import type { Opened } from '../loading/on-demand.tsx';

/** Keeps the list on screen with its filters under a name. */
export const KeepViewDialog = ({ address, ...dialog }: Opened & { address: string }) => {
	const { keep } = useViewCalls();
	return (
		<FormDialog
			{...dialog}
			title="Keep this view"
			schema={viewCreate}
			read={(values) => ({ ...values, address })}
			send={keep}
			submit="Keep view"
			pending="Saving..."
			fallback="Could not keep the view"
		>
			<TextField name="name" label="Name" placeholder="My drafts" required />
			{useMay('people:manage') && <SwitchField name="shared" label="Shared with everyone" />}
		</FormDialog>
	);
};
