import { Box, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Problem, problemWords } from '#shared/contract/content/problems.ts';
import { bySlug } from '#shared/contract/content/resources.ts';
import { EDITORS_CLOSE } from '#shared/contract/platform/access.ts';
import { buildProblemsQuery } from '../../api/problems.ts';
import type { PageOf } from '../../api/query-keys.ts';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { Day } from '../format/day.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { usePublishLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { ItemLink, LinkText } from '../page/links.tsx';
import { Section } from '../page/section.tsx';

const closeDialog = onDemand(() => import('./close-dialog.tsx'), 'CloseDialog');
const closeManyDialog = onDemand(() => import('./close-dialog.tsx'), 'CloseManyDialog');

/** Loads the open problems of an item, or the newest of all, for people who may edit; for others nothing is pending. */
export const useProblems = (itemId?: string, enabled = true) => {
	const mayEdit = useMayEdit() && enabled;
	const query = useQuery({
		...buildProblemsQuery(itemId),
		enabled: mayEdit,
	});
	return mayEdit ? query : { ...query, data: undefined, isPending: false };
};

interface ProblemsProps {
	found: PageOf<Problem> | undefined;
	/** The page of the item: its name and parents are already shown. */
	ofItem?: boolean;
}

/** Lists the problems that learners reported, each with a button that closes it. Renders nothing if there are none. */
export const Problems = ({ found, ofItem = false }: ProblemsProps) => {
	const lock = usePublishLock() && EDITORS_CLOSE;
	if (!found || found.total === 0) return null;
	const lists = (['topics', 'pastpapers'] as const).map((list) => (
		<LinkText key={list} to={`/admin/${list}`} search={{ with_problems: 'true' }} small>
			{bySlug[list].plural} with reports
		</LinkText>
	));
	return (
		<Box mb="lg">
			<Section
				title={`Reported problems (${found.total})`}
				aside={
					<Group gap="md">
						{!ofItem && lists}
						{found.total > 1 && (
							<DialogButton
								part={closeManyDialog}
								dialog={{ itemId: ofItem ? found.data[0]?.item.id : undefined }}
								lock={lock}
								variant="default"
								size="xs"
							>
								Close many…
							</DialogButton>
						)}
					</Group>
				}
			>
				<Stack
					component="ul"
					className="boxed ruled"
					gap={0}
					px={20}
					aria-label="Reported problems"
				>
					{found.data.map((problem) => {
						const { id, item, kind, text, created_at } = problem;
						const kindText = problemWords[kind];
						return (
							<Group component="li" key={id} wrap="nowrap" align="start" py="sm" gap="sm">
								<Text
									component="div"
									size="sm"
									flex={1}
									miw={0}
									style={{ overflowWrap: 'anywhere' }}
								>
									<Text component="div" inherit fw={500}>
										{kindText}
										{!ofItem && ' · '}
										{!ofItem && <ItemLink kind={item.kind} item={item} />}
									</Text>
									{text && <div style={{ whiteSpace: 'pre-line' }}>{text}</div>}
									<Text component="div" size="xs" c="dimmed">
										{!ofItem && `${item.path.map(({ name }) => name).join(' · ')} · `}
										<Day at={created_at} />
									</Text>
								</Text>
								<DialogButton
									part={closeDialog}
									dialog={{ problem }}
									lock={lock}
									variant="default"
									size="xs"
									aria-label={`Close the report “${kindText}” about ${item.name}`}
								>
									Close…
								</DialogButton>
							</Group>
						);
					})}
				</Stack>
			</Section>
		</Box>
	);
};
