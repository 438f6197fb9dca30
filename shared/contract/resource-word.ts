import { among } from './choices.ts';
import { resources } from './resources.ts';

const words = Object.values(resources).map(({ word }) => word);

/** A kind of content as addresses and bodies name it: `pastpapers`. */
export const resourceWord = () => among('Kind', words);
