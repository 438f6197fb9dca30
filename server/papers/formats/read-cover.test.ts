import { expect, it } from 'vitest';
import { readCover } from './read-cover.ts';
import type { CoverFacts } from './read-name.ts';

const COUNCIL = 'THE KENYA NATIONAL EXAMINATIONS COUNCIL';
const ASKED =
	'INSTRUCTIONS TO CANDIDATES\nYou should have an answer booklet and a scientific calculator.';
const nothing: CoverFacts = {
	codes: [],
	title: null,
	year: null,
	series: null,
	kind: null,
	stated_pages: null,
	stated_questions: null,
};
const maths = [
	'2521/303 2602/303\n2601/303 2603/303\nENGINEERING MATHEMATICS III\nMarch/April 2024\nTime: 3 hours',
	`${COUNCIL}\nDIPLOMA IN ELECTRICAL AND ELECTRONIC ENGINEERING\n(POWER OPTION)\n(TELECOMMUNICATION OPTION)`,
	`MODULE II\nENGINEERING MATHEMATICS III\n3 hours\n${ASKED}`,
	'This paper consists of EIGHT questions. Answer any FIVE questions.',
	'This paper consists of 4 printed pages.\n© 2024 The Kenya National Examinations Council',
].join('\n');
const mathsFacts: CoverFacts = {
	codes: ['2521/303', '2602/303', '2601/303', '2603/303'],
	title: 'Engineering Mathematics III',
	year: 2024,
	series: 'march',
	kind: 'paper',
	stated_pages: 4,
	stated_questions: 8,
};

it.each<[string, string, Partial<CoverFacts>]>([
	['of KNEC, in lines', maths, mathsFacts],
	['of KNEC, in one line', maths.replaceAll('\n', ' '), mathsFacts],
	[
		'with the codes below, and questions by tens',
		`${COUNCIL}\nDIPLOMA IN ICT MODULE I\nSTRUCTURED PROGRAMMING\nOct./Nov. 2019 2920/102\nThis paper consists of TWENTY FIVE questions`,
		{
			codes: ['2920/102'],
			title: 'Structured Programming',
			year: 2019,
			series: 'november',
			kind: 'paper',
			stated_questions: 25,
		},
	],
	[
		'whose sitting was later than its print',
		`2705/301\nELECTRICAL PRINCIPLES\nJuly 2020\n${ASKED}\nThis paper consists of 6 printed pages.\n© 2021 ${COUNCIL}`,
		{
			codes: ['2705/301'],
			title: 'Electrical Principles',
			year: 2020,
			series: 'july',
			kind: 'paper',
			stated_pages: 6,
		},
	],
	[
		'of a marking scheme',
		`2705/301\nELECTRICAL PRINCIPLES\nOct/Nov 2018\n${COUNCIL}\nMARKING SCHEME\n(CONFIDENTIAL)`,
		{
			codes: ['2705/301'],
			title: 'Electrical Principles',
			year: 2018,
			series: 'november',
			kind: 'marking_scheme',
		},
	],
	[
		'of Single and Group, whose code is four digits, which a year could be',
		`1052\nBUSINESS LAW\nNov. 2016\n${ASKED}`,
		{ title: 'Business Law', year: 2016, series: 'november', kind: 'paper' },
	],
	[
		'of CDACC',
		`TVET CURRICULUM DEVELOPMENT, ASSESSMENT AND CERTIFICATION COUNCIL (TVET CDACC)\nQUALIFICATION CODE: 061006T4ICT\nUNIT CODE: IT/CU/ICT/CR/3/6\nUNIT OF COMPETENCY: CONTROL ICT SECURITY THREATS\nWRITTEN ASSESSMENT\nJuly/August 2025\n3 hours`,
		{
			codes: ['IT/CU/ICT/CR/3/6'],
			title: 'Unit of Competency: Control ICT Security Threats',
			year: 2025,
			series: 'july',
			kind: 'paper',
		},
	],
	[
		'of an assessor',
		"TVET CDACC\n0612 451 07A\nPERFORM PLUMBING WORKS\nNov/Dec 2024\nASSESSOR'S GUIDE",
		{
			codes: ['0612 451 07A'],
			title: 'Perform Plumbing Works',
			year: 2024,
			series: 'november',
			kind: 'marking_scheme',
		},
	],
	[
		'with a part, spaces about the stroke and pages as a word',
		'1807 / 301 / 2\nCOMMERCE\nPaper 2\nNov. 2022\nThis paper consists of TWELVE printed pages.',
		{
			codes: ['1807/301/2'],
			title: 'Commerce',
			year: 2022,
			series: 'november',
			kind: 'paper',
			stated_pages: 12,
		},
	],
	[
		'of two sections, which states no sum of questions',
		`2920/101\nICT THEORY\nJuly 2023\n${ASKED}\nThis paper consists of TWO sections; A and B. It contains FOUR questions in section A.`,
		{ codes: ['2920/101'], title: 'ICT Theory', year: 2023, series: 'july', kind: 'paper' },
	],
	[
		'with years in its questions, which are none of its own',
		`2902/201\nFINANCIAL ACCOUNTING\nNovember 2021\n${ASKED}\n1. On 1 July 2019 Otieno began with KSh 2,000. On 31 March 2020 he …`,
		{
			codes: ['2902/201'],
			title: 'Financial Accounting',
			year: 2021,
			series: 'november',
			kind: 'paper',
		},
	],
	[
		'with the year of the print alone',
		`2902/201\nFINANCIAL ACCOUNTING\n${ASKED}\n© 2017 ${COUNCIL}`,
		{ codes: ['2902/201'], title: 'Financial Accounting', year: 2017, kind: 'paper' },
	],
	[
		'with two sittings, which is no sitting',
		'2902/201\nFINANCIAL ACCOUNTING\nJuly 2017\nNovember 2018',
		{ codes: ['2902/201'], title: 'Financial Accounting', kind: 'paper' },
	],
	[
		'of a college, without any code',
		'END TERM EXAM\nFOOD PRODUCTION THEORY\nMay 2024',
		{ title: 'End Term Exam', year: 2024, series: 'other' },
	],
	['of notes', 'Ohm’s law\n\nThe current through a conductor …', { title: 'Ohm’s law' }],
	['that is a picture', '', {}],
])('reads the cover %s', (_what, text, expected) => {
	expect(readCover(text)).toEqual({ ...nothing, ...expected });
});

it('reads codes with other signs for the slash, two papers of one course, and months in Swahili', () => {
	expect(readCover('2521–303\nELECTRICAL PRINCIPLES\nJulai 2023')).toMatchObject({
		codes: ['2521/303'],
		title: 'Electrical Principles',
		year: 2023,
		series: 'july',
	});
	expect(readCover('2705/301, 302\nCONTROL SYSTEMS\nMachi/Aprili 2021')).toMatchObject({
		codes: ['2705/301', '2705/302'],
		series: 'march',
	});
});
