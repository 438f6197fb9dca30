import { z } from '../zod.ts';
import { type ResourceWord, resources } from './resources.ts';

const words = Object.values(resources).map(({ word }) => word) as [ResourceWord, ...ResourceWord[]];

/** A kind of content as addresses and bodies name it: `pastpapers`. */
export const resourceWord = () => z.enum(words, `Kind must be one of ${words.join(', ')}`);
