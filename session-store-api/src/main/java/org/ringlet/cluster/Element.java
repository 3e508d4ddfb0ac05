package org.ringlet.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ringlet.cluster.StartTags.Tag;

/**
 * An element of a cluster file with its variables expanded. What is asked of it is what it may have: {@link
 * #refuseTheRest} finds the rest at fault, so that no second list of names exists. Faults go to the {@link Faults} of
 * the reading. Confined to one reading.
 */
final class Element {
    private final String name;
    private final Tag tag;
    private final Faults faults;
    private final Map<String, String> attributes = new HashMap<>();
    private final Set<String> unexpanded = new HashSet<>();
    private final List<Element> children = new ArrayList<>();
    private final Set<String> knownAttributes = new LinkedHashSet<>();
    private final Set<String> knownChildren = new LinkedHashSet<>();
    private boolean sound = true;

    Element(String name, Tag tag, Faults faults) {
        this.name = name;
        this.tag = tag;
        this.faults = faults;
    }

    void addAttribute(String attribute, Optional<String> value) {
        value.ifPresentOrElse(text -> attributes.put(attribute, text), () -> unexpanded.add(attribute));
    }

    void addChild(Element child) {
        children.add(child);
    }

    String name() {
        return name;
    }

    /** The value of an attribute; empty if it is not given, or is at fault. */
    <T> Optional<T> optional(String attribute, Grammar<T> grammar) {
        knownAttributes.add(attribute);
        String text = attributes.get(attribute);
        if (text == null) {
            return Optional.empty();
        }
        Optional<T> value = grammar.read().apply(text);
        if (value.isEmpty()) {
            fault(attribute, attribute + " " + grammar.refusal().apply(text) + "; allowed: " + grammar.allowed());
        }
        return value;
    }

    /** As {@link #optional}, and not given is a fault. */
    <T> Optional<T> required(String attribute, Grammar<T> grammar) {
        if (!attributes.containsKey(attribute) && !unexpanded.contains(attribute)) {
            fault("<" + name + "> has no '" + attribute + "', which is needed; allowed: " + grammar.allowed());
        }
        return optional(attribute, grammar);
    }

    /** The children of a name, as many as there are. */
    List<Element> children(String child) {
        knownChildren.add(child);
        return children.stream().filter(each -> each.name.equals(child)).toList();
    }

    /** The one child of a name, if there is one; a second is a fault. */
    Optional<Element> child(String child) {
        List<Element> found = children(child);
        found.stream()
                .skip(1)
                .forEach(second -> second.fault(
                        "a second <" + child + "> in <" + name + ">; one is allowed, and there is one on line "
                                + found.get(0).tag.at().line()));
        return found.stream().findFirst();
    }

    /** Finds at fault whatever was not asked for. Call it when all questions are asked. */
    void refuseTheRest() {
        attributes.keySet().stream()
                .filter(given -> !knownAttributes.contains(given))
                .forEach(this::refuseAttribute);
        unexpanded.stream().filter(given -> !knownAttributes.contains(given)).forEach(this::refuseAttribute);
        children.stream().filter(given -> !knownChildren.contains(given.name)).forEach(this::refuseChild);
    }

    private void refuseAttribute(String unknown) {
        fault(
                unknown,
                "unknown attribute '" + unknown + "' on <" + name + ">"
                        + NearestName.question(unknown, knownAttributes)
                        + "; allowed: " + String.join(", ", knownAttributes));
    }

    private void refuseChild(Element unknown) {
        unknown.fault("unknown element <" + unknown.name + "> in <" + name + ">"
                + NearestName.question(unknown.name, knownChildren)
                + (knownChildren.isEmpty()
                        ? "; no elements are allowed there"
                        : "; allowed: " + String.join(", ", knownChildren)));
    }

    /** Whether nothing was found at fault with the element itself; its children don't count. */
    boolean isSound() {
        return sound;
    }

    void fault(String text) {
        sound = false;
        faults.add(tag.at(), text);
    }

    /** @param attribute whose place the fault is reported at; the tag's if it is not given */
    void fault(String attribute, String text) {
        sound = false;
        faults.add(at(attribute), text);
    }

    Position at(String attribute) {
        return tag.attributes().getOrDefault(attribute, tag.at());
    }

    /** The first of some attributes that is given, else the last. */
    String firstGiven(String... names) {
        for (String each : names) {
            if (attributes.containsKey(each)) {
                return each;
            }
        }
        return names[names.length - 1];
    }

    /** The names only: a value may be a secret. */
    @Override
    public String toString() {
        return "<" + name + attributes.keySet().stream().map(each -> " " + each).collect(Collectors.joining()) + ">";
    }
}
