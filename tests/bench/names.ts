/** Returns a repeatable random generator (mulberry32): a seed gives the same numbers on every machine. */
export const seeded = (seed: number) => {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
};

export type Chance = ReturnType<typeof seeded>;

export const pick = <T>(chance: Chance, from: readonly T[]) =>
	from[Math.floor(chance() * from.length)] as T;

const trades = [
	'Electrical Engineering',
	'Civil Engineering',
	'Automotive Engineering',
	'Building Technology',
	'Welding and Fabrication',
	'Plumbing',
	'Masonry',
	'Food and Beverage Production',
	'Hairdressing and Beauty Therapy',
	'Information Communication Technology',
	'Accountancy',
	'Supply Chain Management',
	'Fashion Design and Garment Making',
	'Agricultural Extension',
	'Medical Laboratory Technology',
	'Petroleum Geoscience',
	'Land Surveying',
	'Social Work and Community Development',
	'Solar Photovoltaic Installation',
	'Tourism and Hospitality Management',
] as const;

const options = [
	'Power Option',
	'Instrumentation Option',
	'Telecommunication Option',
	'Plant Option',
	'Construction Option',
	'Module I',
	'Module II',
	'Module III',
	'Level 4',
	'Level 5',
	'Level 6',
	'Evening Classes',
] as const;

const awards = { cat_diploma: 'Diploma', cat_certificate: 'Certificate', cat_artisan: 'Artisan' };

/** Returns a course name for a category: 'Diploma in Plumbing, Module II (Kisumu 14)'. */
export const courseName = (chance: Chance, category: keyof typeof awards, number: number) =>
	`${awards[category]} in ${pick(chance, trades)}, ${pick(chance, options)} (${pick(chance, towns)} ${number})`;

const towns = ['Nairobi', 'Mombasa', 'Kisumu', 'Eldoret', 'Nakuru', 'Thika', 'Murang’a', 'Kitale'];

export const subjectNames = [
	'Engineering Mathematics',
	'Electrical Principles',
	'Workshop Technology',
	'Technical Drawing',
	'Communication Skills',
	'Entrepreneurship Education',
	'Materials and Structures',
	'Trade Practice',
] as const;

const openings = [
	'Introduction to',
	'Principles of',
	'Applications of',
	'Testing and Measurement of',
	'Maintenance and Repair of',
	'Safety in',
	'Calculations on',
	'Costing and Estimating',
	'Laboratory Work:',
	'Revision Questions on',
] as const;

const themes = [
	'Ohm’s Law',
	'Kirchhoff’s Laws',
	'Three-Phase Systems',
	'Induction Motors',
	'Transformers',
	'Differential Equations',
	'Complex Numbers',
	'Concrete Mix Design',
	'Reinforced Concrete Beams',
	'Drainage and Sewerage Systems',
	'Pipe Jointing',
	'Arc Welding Electrodes',
	'Oxy-Acetylene Cutting',
	'Four-Stroke Engines',
	'Hydraulic Brake Systems',
	'Automatic Transmission Systems',
	'Sauces, Stocks and Soups',
	'Pâtisserie and Crème Fillings',
	'Hair Colouring',
	'Computer Networking',
	'Database Design',
	'Programming in C++',
	'Double Entry Bookkeeping',
	'Bank Reconciliation',
	'Business Plans',
	'Report Writing',
	'Setting Out a Building',
	'Roof Trusses',
	'Earthing and Bonding',
	'Solar Panel Sizing',
	'Soil Mechanics',
	'Irrigation Methods',
	'Microscopy',
	'Pattern Drafting',
	'Customer Care',
	'First Aid',
	'Discounts of 5% and 10%',
	'Surveying with a Total Station',
	'Inventory Control',
	'Community Mobilisation',
] as const;

/** Returns a topic name that ends with a unique number, for searches with one result. */
export const topicName = (chance: Chance, number: number) =>
	`${pick(chance, openings)} ${pick(chance, themes)}${
		chance() < 0.5 ? ` – Part ${1 + Math.floor(chance() * 4)}` : ''
	} (T${String(number).padStart(6, '0')})`;

/** Returns the name of a past paper: 'Paper 2: Technical Drawing – Theory (P004711)'. */
export const paperName = (chance: Chance, subject: string, paper: number, number: number) =>
	`Paper ${paper}: ${subject} – ${pick(chance, ['Theory', 'Practical', 'Marking Scheme'])} (P${String(number).padStart(6, '0')})`;
