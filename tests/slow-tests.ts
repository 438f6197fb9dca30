import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { TestModule } from 'vitest/node';
import { PATIENCE } from './patience.ts';

/** A test that takes longer on a quiet machine is named. */
const QUIET_MS = 5_000;

/** Names the slow tests in the last lines of a run of Vitest or Playwright. */
// biome-ignore lint/style/noDefaultExport: Playwright loads the reporter by the name of the file
export default class SlowTests implements Reporter {
	readonly #slow: { name: string; ms: number }[] = [];

	#add(name: string, ms: number) {
		if (ms > QUIET_MS * PATIENCE) this.#slow.push({ name, ms });
	}

	#print() {
		for (const { name, ms } of this.#slow.sort((one, other) => other.ms - one.ms))
			process.stdout.write(`Slow: ${(ms / 1000).toFixed(1)} s ${name}\n`);
	}

	/** Handles the end of a test of Playwright. */
	onTestEnd(test: TestCase, { duration }: TestResult) {
		this.#add(test.titlePath().filter(Boolean).join(' › '), duration);
	}

	/** Handles the end of a run of Playwright. */
	onEnd() {
		this.#print();
	}

	/** Handles the end of a run of Vitest. */
	onTestRunEnd(modules: readonly TestModule[]) {
		for (const module of modules)
			for (const test of module.children.allTests())
				this.#add(
					`${module.relativeModuleId} › ${test.fullName}`,
					test.diagnostic()?.duration ?? 0,
				);
		this.#print();
	}
}
