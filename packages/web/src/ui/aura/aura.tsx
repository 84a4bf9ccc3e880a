import { AuraFrame, type AuraFrameProps } from './aura-frame.tsx';

export interface AuraProps extends Omit<AuraFrameProps, 'children'> {
  /** The photo that the reveal stage shows, drawn in the pupil. */
  photo?: string | null | undefined;
}

/**
 * The generated picture of a user, an iris of light. It takes the place of a photo, and its pupil opens with each
 * stage of the reveal until it is a thin halo around the face.
 */
export function Aura({ photo, ...rest }: AuraProps) {
  return (
    <AuraFrame {...rest}>
      {photo && <img src={photo} alt="" draggable={false} className="size-full object-cover" />}
    </AuraFrame>
  );
}
