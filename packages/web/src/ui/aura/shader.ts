/** Two triangles that cover the picture. */
export const VERTEX_SHADER = `#version 300 es
in vec2 position;
void main() {
  gl_Position = vec4(position, 0.0, 1.0);
}`;

/**
 * The formula of \`paint\` in field.ts for the GPU, pixel by pixel the same; change both together.
 * \`perm\` is the noise's table (256 x 1), \`palette\` the two palettes (256 x 2).
 */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D perm;
uniform sampler2D palette;
uniform float size;
uniform float zoom;
uniform float t;
uniform float aperture;
uniform bool hollow;
uniform float openness;
uniform float softness;
uniform float contrast;
uniform float strongest;
uniform float rimBase;
uniform float rimSwing;
uniform float current;
uniform float bend;
uniform float threads;
uniform float lobes;
uniform int octaves;
uniform vec2 offset;
out vec4 colour;

int hash(int i) {
  return int(texelFetch(perm, ivec2(i & 255, 0), 0).r);
}

float grad(int hashed, vec3 p) {
  int h = hashed & 15;
  float u = h < 8 ? p.x : p.y;
  float v = h < 4 ? p.y : (h == 12 || h == 14 ? p.x : p.z);
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

float noise(vec3 p) {
  vec3 cell = floor(p);
  ivec3 c = ivec3(cell) & 255;
  vec3 d = p - cell;
  vec3 w = d * d * d * (d * (d * 6.0 - 15.0) + 10.0);
  int a = hash(c.x) + c.y;
  int b = hash(c.x + 1) + c.y;
  int aa = hash(a) + c.z;
  int ab = hash(a + 1) + c.z;
  int ba = hash(b) + c.z;
  int bb = hash(b + 1) + c.z;
  float near = mix(
    mix(grad(hash(aa), d), grad(hash(ba), d - vec3(1, 0, 0)), w.x),
    mix(grad(hash(ab), d - vec3(0, 1, 0)), grad(hash(bb), d - vec3(1, 1, 0)), w.x), w.y);
  float far = mix(
    mix(grad(hash(aa + 1), d - vec3(0, 0, 1)), grad(hash(ba + 1), d - vec3(1, 0, 1)), w.x),
    mix(grad(hash(ab + 1), d - vec3(0, 1, 1)), grad(hash(bb + 1), d - vec3(1, 1, 1)), w.x), w.y);
  return mix(near, far, w.z);
}

/* 0 at and beyond \`from\`, 1 at \`to\`; unlike smoothstep also for from > to. */
float smoothTo(float from, float to, float x) {
  float s = clamp((x - from) / (to - from), 0.0, 1.0);
  return s * s * (3.0 - 2.0 * s);
}

float bell(float x) {
  return exp(-x * x);
}

void main() {
  float half_ = size / 2.0;
  vec2 d = vec2(gl_FragCoord.x - half_, half_ - gl_FragCoord.y) / half_;
  float distance_ = length(d);
  float r = distance_ / zoom;
  float edge = 1.0 / zoom;
  /* One pixel of smoothing at the frame's edge. */
  float inFrame = clamp((1.0 - distance_) * half_, 0.0, 1.0);
  if (inFrame <= 0.0) {
    colour = vec4(0.0);
    return;
  }
  vec2 dir = distance_ > 0.0 ? d / distance_ : vec2(1.0, 0.0);

  vec2 p = dir * r * current + offset;
  float bendX = noise(vec3(p, t));
  float bendY = noise(vec3(p.x + 17.3, p.y - 9.1, t * 0.9));
  float flow = noise(vec3(p * 1.5 + vec2(bendX, bendY) * bend, t * 0.7 + 5.0));

  float reach = pow(min(1.0, r * 2.9), 0.8) * threads;
  float twist = r * (0.55 + bendX * 0.9) * 0.5;
  vec2 q = vec2(dir.x - dir.y * twist, dir.y + dir.x * twist) * reach + offset.yx;
  float thread = noise(vec3(q, r * 1.1 - t * 1.3));
  if (octaves > 1) thread += 0.5 * noise(vec3(q * 2.1, r * 1.6 - t * 1.6 + 9.0));
  if (octaves > 2) thread += 0.28 * noise(vec3(q * 4.2, r * 2.2 - t * 1.9 + 21.0));
  thread *= smoothTo(0.04, 0.5, r);

  float rim = rimBase + rimSwing * noise(vec3(dir.x * lobes + 3.0, dir.y * lobes + 7.0, t * 0.8)) + 0.05 * thread;
  float body = smoothTo(min(rim + softness * 0.7, edge), rim - softness * 1.15, r);
  float halo = 0.2 * smoothTo(edge, min(rim - 0.05, edge - 0.2), r) * (1.0 + 0.8 * bendY);
  float collar = bell((r - aperture - 0.06) / 0.27);
  float rimLight = bell((r - rim + 0.05) / 0.13);
  float value = 0.4 + contrast * (0.26 * thread + 0.26 * flow) + 0.26 * collar * (1.0 - 0.5 * openness)
    + 0.1 * rimLight - 0.1 * r;
  float core = bell(r / 0.3);
  float alpha = max(halo, body * min(1.0, 0.86 + 0.2 * flow + 0.4 * core)) * strongest;

  if (aperture > 0.01) {
    float pupil = aperture + 0.02 * thread + 0.02 * flow;
    float inside = smoothTo(pupil + 0.035, pupil - 0.04, r);
    if (hollow) alpha = max(alpha, smoothTo(pupil + 0.16, pupil + 0.07, r)) * (1.0 - inside);
    else value += inside * (0.92 - 0.36 * (r / aperture) + 0.1 * flow - value);
  } else {
    value += 0.42 * bell(r / 0.19);
  }

  float mixed = smoothTo(-0.42, 0.42, bendX + 0.35 * bendY);
  int step_ = clamp(int(floor(value * 255.0 + 0.5)), 0, 255);
  vec3 near = texelFetch(palette, ivec2(step_, 0), 0).rgb;
  vec3 far = texelFetch(palette, ivec2(step_, 1), 0).rgb;
  float opacity = clamp(alpha, 0.0, 1.0) * inFrame;
  colour = vec4(mix(near, far, mixed) * opacity, opacity);
}`;
