import { among } from './choices.ts';
import { resources } from './resources.ts';

const words = Object.values(resources).map(({ word }) => word);

/** Makes the schema of a kind of content in addresses and bodies: `pastpapers`. */
export const resourceWord = () => among('Kind', words);
