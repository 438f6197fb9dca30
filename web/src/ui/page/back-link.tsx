import { VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { EXAM_SET, EXAM_SETS, PAPERS, SUBJECT, SUBJECTS, TOPICS } from '../../addresses.ts';
import { type LinkAttributes, withoutAriaCurrent } from './links.tsx';
import classes from './page.module.css';

/**
 * Renders a step of the breadcrumb above the heading, outermost first.
 * @example <Page back={<BackLink to="/admin/courses">Courses</BackLink>} …>
 */
export const BackLink = createLink((props: LinkAttributes) => (
	<a {...withoutAriaCurrent(props)} className={`link ${classes.crumb}`} />
));

/** Addresses of the screens of a course that contain others, by the specification's names of the links. */
const steps = {
	'Back to Subjects': SUBJECTS,
	Subject: SUBJECT,
	Topics: TOPICS,
	'Exam Sets': EXAM_SETS,
	'Exam Set': EXAM_SET,
	'Past Papers': PAPERS,
} as const;

type ParamOf<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
	? Name | ParamOf<Rest>
	: Path extends `${string}$${infer Name}`
		? Name
		: never;

interface BreadcrumbProps<Step extends keyof typeof steps> {
	of: readonly Step[];
	/** The ids in the addresses of the steps. */
	place: Readonly<Record<ParamOf<(typeof steps)[Step]>, string>>;
	/** The names of the items, which are shown instead of the words of their steps. */
	names?: Readonly<Partial<Record<Step, string | undefined>>>;
}

/** Words of the specification that sighted users need not read. */
const Unseen = ({ children }: { children: string }) => (
	<VisuallyHidden component="span">{children} </VisuallyHidden>
);

/**
 * Renders the breadcrumb of a screen in a course, outermost first.
 * @example <Breadcrumb of={['Back to Subjects', 'Subject']} place={place} names={{ Subject: 'Plumbing' }} />
 */
export const Breadcrumb = <Step extends keyof typeof steps>(props: BreadcrumbProps<Step>) =>
	props.of.map((step) => {
		const name = props.names?.[step];
		const [, back, word] = /^(Back to )?(.+)$/.exec(step) ?? [];
		return (
			<BackLink key={step} to={steps[step] as '/'} params={props.place as object}>
				{name ? (
					<>
						<Unseen>{step}</Unseen>
						<span className="one-line" data-name>
							{name}
						</span>
					</>
				) : (
					<>
						{back && <Unseen>Back to</Unseen>}
						{word}
					</>
				)}
			</BackLink>
		);
	});
