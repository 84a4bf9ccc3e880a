/** The product's name and promise. */
export const PRODUCT_NAME = 'Soulsight';
export const TAGLINE = 'Souls connecting before eyes meet';
