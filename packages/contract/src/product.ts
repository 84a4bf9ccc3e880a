/** The product's name and promise, the one place where they are written. */
export const PRODUCT_NAME = 'Soulsight';
export const TAGLINE = 'Souls connecting before eyes meet';
