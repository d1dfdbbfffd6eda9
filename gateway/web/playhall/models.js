/**
 * What the platform takes and answers, under short names. The types are made from its OpenAPI document, and promise what
 * it promises: a later version may have fields and words (statuses, kinds, codes) that are not in them.
 */
export {};
