import { Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import type { IntakeSummary } from '#shared/contract/papers/intake.ts';
import { COURSE } from '../../addresses.ts';
import { useAccount } from '../../platform/api/account.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { buildItemQuery } from '../../platform/api/queries.ts';
import { listCount } from '../../platform/ui/format/counted.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { DropZone, useDrop } from './drop-zone.tsx';
import type { Chosen } from './folder.ts';
import { createIntake, intakesQuery } from './intakes.ts';
import { getUploader } from './sending.ts';

/** Creates an upload with the first files, and opens its page. */
const useBegin = (courseId: string | undefined) => {
	const client = useQueryClient();
	const navigate = useNavigate();
	const attempt = useRef(createAttempt());
	const { mutate, isPending, error, variables } = useMutation({
		mutationFn: async (chosen: readonly Chosen[]) => {
			const { id } = await createIntake(courseId, attempt.current);
			attempt.current = createAttempt();
			getUploader(client, id).addFiles(chosen);
			await navigate({ to: '/admin/intake/$intakeId', params: { intakeId: id } });
		},
	});
	const begin = (chosen: readonly Chosen[]) => {
		if (!isPending && chosen.length > 0) mutate(chosen);
	};
	// Retry uses the chosen files again.
	const failed = error && (
		<Failed error={error} fallback="Could not start the upload" retry={() => begin(variables)} />
	);
	return { begin, beginning: isPending, failed };
};

/** Describes who started an upload, when, and whether it is saved. */
const describeUpload = ({ by, at, state }: IntakeSummary, me: string | undefined) => {
	const when = formatMoment(at);
	const started = `Started by ${by.id === me ? 'you' : by.name}, ${when}`;
	return state === 'saved' ? `${started} · Saved` : started;
};

/** Renders the page that accepts papers and lists earlier uploads. `courseId` is the course of new rows. */
export const IntakePage = ({ courseId }: { courseId: string | undefined }) => {
	const uploads = useQuery(intakesQuery);
	const me = useAccount()?.id;
	const course = useQuery({
		...buildItemQuery(courses, { courseId: courseId ?? '' }),
		enabled: courseId !== undefined,
	});
	const { begin, beginning, failed } = useBegin(courseId);
	useDrop(begin);
	return (
		<Page
			subtitle={courseId === undefined && 'Turn files into draft past papers'}
			back={
				courseId !== undefined && (
					<BackLink to={COURSE} params={{ courseId }}>
						<VisuallyHidden component="span">Course </VisuallyHidden>
						<span className="one-line" data-name>
							{course.data?.name ?? '…'}
						</span>
					</BackLink>
				)
			}
		>
			{failed}
			<DropZone onChosen={begin} busy={beginning} />
			<Section title="Uploads">
				<Loaded query={uploads} loading="Loading uploads..." fallback="Could not load the uploads">
					{(rows) =>
						rows.length === 0 ? (
							<Text size="sm" c="dimmed">
								No uploads. An upload is kept for 30 days, and all editors and authors see it.
							</Text>
						) : (
							<Lines label="Uploads">
								{rows.map((each) => (
									<Line
										key={each.id}
										name={
											<LinkText to="/admin/intake/$intakeId" params={{ intakeId: each.id }}>
												{listCount(each.total, 'file')[0] ?? 'Empty'}
											</LinkText>
										}
										about={describeUpload(each, me)}
									/>
								))}
							</Lines>
						)
					}
				</Loaded>
			</Section>
		</Page>
	);
};
