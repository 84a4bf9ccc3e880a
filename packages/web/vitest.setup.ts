import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { listNamedOtherwise } from './src/testing/named-otherwise.ts';
import { UploadOverFetch } from './src/testing/upload-over-fetch.ts';

/** Screens are loaded when they are first needed, which takes a while on a busy machine. */
configure({ asyncUtilTimeout: 30_000 });
Object.assign(globalThis, { XMLHttpRequest: UploadOverFetch });

afterEach(() => {
  const named = listNamedOtherwise(document);
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  expect(named, 'controls that are named otherwise than they are written').toEqual([]);
});
