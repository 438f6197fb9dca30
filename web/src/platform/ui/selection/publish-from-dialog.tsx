import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { DialogFoot } from '../dialog/dialog-foot.tsx';
import { Modal } from '../dialog/modal.tsx';
import { MomentField, proposeMoment } from '../fields/moment-field.tsx';
import { formatItemCount } from '../format/counted.ts';
import type { Opened } from '../loading/on-demand.tsx';

interface PublishFromDialogProps extends Opened {
	resource: AnyResource;
	count: number;
	onChosen: (from: string | null) => void;
}

/** Asks for the moment from which learners see several items. */
export const PublishFromDialog = (props: PublishFromDialogProps) => {
	const { opened, onClose, resource, count, onChosen } = props;
	const [from, setFrom] = useState<string | null>(proposeMoment);
	const what = `Publish ${formatItemCount(resource.slug, count)}`;
	return (
		<Modal opened={opened} onClose={onClose} title={what}>
			<MomentField label="Shown to learners" value={from} onChange={setFrom} />
			<DialogFoot>
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
				<Button onClick={() => onChosen(from)}>{what}</Button>
			</DialogFoot>
		</Modal>
	);
};
