import { calculateAge } from '@soulsight/contract/age';
import { emailSchema, passwordSchema } from '@soulsight/contract/credentials';
import { ADULT_AGE_YEARS, FIRST_NAME_MAX_CHARS } from '@soulsight/contract/limits';
import { z } from 'zod';

/** The oldest verified age of a person. */
const MAX_AGE_YEARS = 122;

const codeSchema = z
  .string()
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.'));

export const signInFormSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Please enter your password.'),
});
export type SignInValues = z.infer<typeof signInFormSchema>;

export const signUpFormSchema = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, 'Please enter your first name.')
    .max(FIRST_NAME_MAX_CHARS, `At most ${FIRST_NAME_MAX_CHARS} characters.`),
  email: emailSchema,
  password: passwordSchema,
  birth_date: z.iso
    .date('Please enter your date of birth.')
    .refine((day) => calculateAge(day, new Date()) >= ADULT_AGE_YEARS, 'You must be 18 or older to use Soulsight.')
    .refine((day) => calculateAge(day, new Date()) <= MAX_AGE_YEARS, 'Please check the year.'),
  terms: z.boolean().refine((yes) => yes, 'Please accept the terms to create an account.'),
  behavioural_analysis: z.boolean(),
});
export type SignUpValues = z.infer<typeof signUpFormSchema>;

export const emailFormSchema = z.object({ email: emailSchema });
export const codeFormSchema = z.object({ code: codeSchema });
export const emailCodeFormSchema = z.object({ email: emailSchema, code: codeSchema });
export const recoveryCodeFormSchema = z.object({ code: z.string().trim().min(1, 'Please enter one of your codes.') });
export const phoneFormSchema = z.object({
  phone: z
    .string()
    .transform((number) => number.replace(/[\s()/.-]/g, '').replace(/^00/, '+'))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please include the country code, for example +49 151 23456789.')),
});

const passwordTwice = { password: passwordSchema, again: z.string() };
const passwordsMustMatch = { message: "The passwords don't match.", path: ['again'] };
export const newPasswordFormSchema = z
  .object(passwordTwice)
  .refine((form) => form.password === form.again, passwordsMustMatch);
/** For settings, where an old session also needs the code from the email. */
export function changePasswordFormSchema(needsCode: boolean) {
  const code = needsCode ? codeSchema : z.string();
  return z.object({ ...passwordTwice, code }).refine((form) => form.password === form.again, passwordsMustMatch);
}
/** For steps without input. */
export const emptyFormSchema = z.object({});
