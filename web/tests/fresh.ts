import { vi } from 'vitest';

/*
 * Files that share a process begin each as if it were the first. Our own modules are made anew, so no store, cache or
 * timer of a module outlives the file that filled it; what lies in node_modules stays, which is where the time goes.
 */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.restoreAllMocks();
