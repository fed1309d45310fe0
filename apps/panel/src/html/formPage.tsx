/** The page of a form: its title and its status tell whether the form had faults. */
import type { VNode } from 'preact';
import { type PageResponse, page } from '../edge/pageResponse.js';
import type { Faults } from './form.js';

export const hasFaults = (faults: Faults): boolean => Object.keys(faults).length > 0;

/** A screen reader reads the title first: it begins with the word when something is wrong. */
export const formTitle = (title: string, faults: Faults): string =>
  hasFaults(faults) ? `Error: ${title}` : title;

/** @param faultStatus the status of the page when there are faults */
export const formPage = (
  title: string,
  faults: Faults,
  body: VNode,
  faultStatus = 422,
): PageResponse =>
  page(formTitle(title, faults), body, { status: hasFaults(faults) ? faultStatus : 200 });
