import { component, extendComponent, openapi, z } from '../../zod.ts';
import { seriesWords, year } from '../content/exam-sets.ts';
import { uploadedFile } from '../content/files.ts';
import { inside } from '../content/insides.ts';
import { paperKindWords, pastPapers } from '../content/past-papers.ts';
import { listNames, oneOf } from '../platform/choices.ts';
import {
	actor,
	id,
	instant,
	line,
	makeCheckedText,
	OWN_FILE,
	optionalLine,
} from '../platform/fields.ts';

/** Maximum number of files or changes in one call. */
export const INTAKE_AT_ONCE = 200;
/** Maximum number of rows of an intake. */
export const INTAKE_MAX = 1_000;
/** Days that an intake is kept after its last change. */
export const INTAKE_DAYS = 30;

const PATH_MAX = 1_000;
const series = () => oneOf('Series', listNames(seriesWords));
const kind = () => oneOf('Kind', listNames(paperKindWords));
const text = (label: string) => z.nullable(z.string(`${label} must be an id`));

const examSet = z.object({
	id: text('Exam Set'),
	name: line('Exam Set', 'Exam Set is required'),
});

const values = component('IntakeValues', {
	course_id: z.nullable(id()),
	subject_id: z.nullable(id()),
	year: z.nullable(z.int()),
	series: z.nullable(series()),
	exam_set: z.nullable(z.object({ id: z.nullable(id()), name: z.string() })),
	name: z.nullable(z.string()),
	codes: z.array(z.string()),
	kind: kind(),
	source: z.nullable(z.string()),
});
export type IntakeValues = z.infer<typeof values>;
export type IntakeField = keyof IntakeValues;

const FIELDS = listNames(values.shape);

const given = component('IntakeCells', {
	course_id: z.optional(text('Course')),
	subject_id: z.optional(text('Subject')),
	year: z.nullish(year('Year must be a whole number')),
	series: z.optional(z.nullable(series())),
	exam_set: z.optional(z.nullable(examSet)),
	name: z.optional(optionalLine('Name')),
	codes: z.optional(pastPapers.create.shape.codes),
	kind: z.optional(kind()),
	source: z.optional(pastPapers.create.shape.source),
});
export type IntakeCells = z.infer<typeof given>;

const problem = component('IntakeProblem', {
	code: z.string(),
	severity: z.enum(['stops', 'warns']),
	text: z.string(),
	field: z.nullable(z.enum(FIELDS)),
	ref: z.nullable(z.object({ kind: z.enum(['pastpapers', 'row']), id: id(), name: z.string() })),
});
export type IntakeProblem = z.infer<typeof problem>;

const origin = z.enum(['name', 'folder', 'page', 'person']);
export type IntakeOrigin = z.infer<typeof origin>;

const row = component('IntakeRow', {
	id: id(),
	n: z.int(),
	path: z.string(),
	file: uploadedFile,
	inside: z.nullable(inside),
	/** The cover page that is being read by OCR, and the number of pages. */
	reading: z.nullable(z.object({ page: z.int(), of: z.int() })),
	values,
	from: z.partialRecord(z.enum(FIELDS), origin),
	problems: z.array(problem),
	skipped: z.boolean(),
	paper_id: z.nullable(id()),
	error: z.nullable(z.string()),
});
export type IntakeRow = z.infer<typeof row>;

const summary = z.object({
	id: id(),
	at: instant(),
	changed_at: instant(),
	by: actor,
	course_id: z.nullable(id()),
	state: z.enum(['open', 'saving', 'saved']),
	total: z.int(),
	operation: z.nullable(id()),
});

/** A batch of files that become past papers, as in lists. */
export const intakeSummary = extendComponent('IntakeSummary', summary, {});
export type IntakeSummary = z.infer<typeof intakeSummary>;

export const intake = extendComponent('Intake', summary, {
	reading: z.int(),
	outcome: z.nullable(z.object({ papers: z.int(), exam_sets: z.int(), left: z.int() })),
	rows: z.array(row),
});
export type Intake = z.infer<typeof intake>;

export const intakeRows = z.array(row);

export const newIntake = z
	.object({ course_id: z.optional(text('Course')) })
	.register(openapi, { id: 'IntakeCreate', examples: [{}] });

const some = <Item extends z.ZodMiniType>(label: string, item: Item) =>
	z
		.array(item, `${label} must be a list`)
		.check(
			z.minLength(1, `${label} must name at least one`),
			z.maxLength(INTAKE_AT_ONCE, `${label} must be at most ${INTAKE_AT_ONCE}`),
		);

/**
 * Makes the schema of a path in a folder. Removes characters that a line cannot contain, since people cannot correct a
 * path here.
 */
const path = () =>
	z
		.string('Path must be text')
		.check(
			z.overwrite((text) => text.replace(/\p{C}/gu, '').trim().normalize('NFC').slice(-PATH_MAX)),
			z.minLength(1, 'Path is required'),
		)
		.register(openapi, { minLength: 1 });

/** Uploaded files, each with its path in the original folder. */
export const newIntakeRows = z
	.object({
		files: some(
			'Files',
			z.object(
				{
					path: path(),
					url: makeCheckedText('Please enter a valid URL', (url) => OWN_FILE.test(url)),
				},
				'Files must each have a path and a url',
			),
		),
	})
	.register(openapi, {
		id: 'IntakeRowsCreate',
		examples: [
			{ files: [{ path: '2023 July/2705-301.pdf', url: `/files/${'0'.repeat(64)}.pdf` }] },
		],
	});

const ids = () => some('Ids', z.string('Ids must be texts'));

/** Changes of cells in rows. `forget` restores the values that were read. */
export const intakeChanges = z
	.object({
		changes: some(
			'Changes',
			z.object(
				{
					ids: ids(),
					values: z.optional(given),
					forget: z.optional(z.array(z.enum(FIELDS, 'There is no such cell'))),
					skipped: z.optional(z.boolean('Skipped must be true or false')),
				},
				'Changes must each name rows',
			),
		),
	})
	.register(openapi, {
		id: 'IntakeChanges',
		examples: [
			{ changes: [{ ids: ['019b7810-9f40-7634-8768-dae1474506e4'], values: { year: 2023 } }] },
		],
	});
export type IntakeChanges = z.infer<typeof intakeChanges>;

export const intakeRemoval = component('IntakeRemoval', { ids: ids() });
