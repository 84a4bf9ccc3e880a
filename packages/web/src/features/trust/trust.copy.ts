import type { SelfiePose, SelfieRefusal } from '@soulsight/contract/trust';

/** What the selfie has to show, as an instruction. */
export const POSE_TEXTS: Record<SelfiePose, string> = {
  thumb_up: 'Hold a thumb up beside your face',
  three_fingers: 'Hold up three fingers beside your face',
  open_hand_beside_face: 'Hold an open hand beside your face',
  hand_on_head: 'Put one hand on top of your head',
  touch_nose: 'Touch your nose with one finger',
  touch_left_ear: 'Touch your left ear',
  touch_right_ear: 'Touch your right ear',
  hand_on_chin: 'Rest your chin on one hand',
  look_left: 'Turn your head to the left',
  look_up: 'Look up at the ceiling',
  eyes_closed: 'Close both eyes',
  cover_one_eye: 'Cover one eye with a hand',
};

/** Why a selfie is not accepted, as a moderator chooses it. */
export const REFUSAL_LABELS: Record<SelfieRefusal, string> = {
  other_person: 'A different person from the photos',
  pose_missing: 'The pose is missing',
  face_unclear: 'The face is hard to see on the selfie',
  photos_unclear: 'The face is hard to see on the photos',
  not_live: 'Edited, or a picture of a picture',
};
