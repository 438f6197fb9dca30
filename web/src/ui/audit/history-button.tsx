import { Button, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContentKind } from '#shared/contract/resources.ts';
import { useMay } from '../../api/account.ts';
import { auditQuery, historyQuery } from '../../api/audit.ts';
import { usePart } from '../../api/part.ts';
import { Loaded } from '../loaded.tsx';
import { Modal, prepareModal } from '../modal.tsx';

interface HistoryButtonProps {
	kind: ContentKind;
	id: string;
	/** What the item is called now. */
	name: string;
}

/** Shows what was ever done to one item, by whom and when, to those who may edit it. */
export const HistoryButton = ({ kind, id, name }: HistoryButtonProps) => {
	const [opened, setOpened] = useState(false);
	const part = usePart('history', () => import('./audit-list.tsx'), { wanted: opened });
	const edits = useMay('content:write');
	const query = useMay('audit:read')
		? auditQuery({ item_kind: kind, item_id: id })
		: historyQuery(kind, id);
	if (!edits) return null;
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconHistory size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				onPointerEnter={prepareModal}
				onFocus={prepareModal}
			>
				History
			</Button>
			<Modal opened={opened} onClose={() => setOpened(false)} title="History" wide top>
				<Text c="dimmed" mb="md" style={{ overflowWrap: 'anywhere' }}>
					{name}
				</Text>
				<Loaded
					query={part}
					loading="Loading history..."
					fallback="The history could not be loaded"
				>
					{({ AuditList }) => (
						<AuditList
							query={query}
							order={3}
							own
							empty={{
								title: 'Nothing is written down',
								text: 'What is done from now on will stand here.',
							}}
						/>
					)}
				</Loaded>
			</Modal>
		</>
	);
};
